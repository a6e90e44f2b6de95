package main

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gipfel/nn"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{9, 1, 2, 4}, 3},
	} {
		if got := median(test.values); got != test.want {
			t.Errorf("the median of %v is %v, want %v", test.values, got, test.want)
		}
	}
}

// Threads that go at different speeds, and end at different times, count with their speeds.
func TestSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := sideBySide(t.Context(), 2, 100*time.Millisecond, func(thread int) (float64, error) {
			time.Sleep([]time.Duration{10, 40}[thread] * time.Millisecond)
			return 2, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.perSecond(); math.Abs(got-250) > 1e-6 {
			t.Errorf("%v a second, want 200 and 50", got)
		}
		if math.Abs(p.seconds-0.11) > 1e-6 {
			t.Errorf("it took %v seconds, want the mean of 0.1 and 0.12", p.seconds)
		}
		if both := p.plus(pace{amount: 100, seconds: 1 - p.seconds}); math.Abs(both.perSecond()-127.5) > 1e-6 {
			t.Errorf("%v a second with another measurement, want 127.5", both.perSecond())
		}
	})
}

func TestSideBySideEndsWithAnError(t *testing.T) {
	failure := errors.New("failure")
	_, err := sideBySide(t.Context(), 2, time.Hour, func(thread int) (float64, error) {
		if thread == 1 {
			return 0, failure
		}
		return 1, nil
	})
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want that of the step", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	_, err = sideBySide(ctx, 1, time.Hour, func(int) (float64, error) {
		steps++
		cancel()
		return 1, nil
	})
	if !errors.Is(err, context.Canceled) || steps != 1 {
		t.Errorf("error %v after %d steps, want the context's after one", err, steps)
	}
}

func TestHeadNames(t *testing.T) {
	if got := headNames(nn.Heads{Reply: true, MovesLeft: true}); !slices.Equal(got, []string{"reply", "moves left"}) {
		t.Errorf("the heads are %q", got)
	}
	if got := headNames(nn.Heads{Owner: true, Margin: true}); !slices.Equal(got, []string{"owner", "margin"}) {
		t.Errorf("the heads are %q", got)
	}
}
