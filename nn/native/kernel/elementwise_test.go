package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// lengths are those around the vectors' lanes.
var lengths = []int{0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 100}

// eachLength runs a test with every implementation, length and placement.
func eachLength(t *testing.T, f func(t *testing.T, at placement, n int, rng *rand.Rand)) {
	eachImplementation(t, func(t *testing.T) {
		for at := range unaligned + 1 {
			for _, n := range lengths {
				f(t, at, n, rand.New(rand.NewPCG(6, uint64(n))))
			}
		}
	})
}

func TestMask(t *testing.T) {
	nan := float32(math.NaN())
	eachLength(t, func(t *testing.T, at placement, n int, rng *rand.Rand) {
		y, x := guarded(t, at, sparseNormal(rng, n)), guarded(t, at, sparseNormal(rng, n))
		want := make([]float64, n)
		for i := range y {
			switch {
			case y[i] != 0:
				want[i] = float64(x[i])
			case i%3 == 0:
				x[i] = nan // must not show
			case i%3 == 1:
				y[i] = float32(math.Copysign(0, -1))
			}
		}
		dst := poisoned(t, at, n)
		Mask(dst, y, x)
		compare(t, "masked", dst, want)
		if n > 0 {
			y[n-1], x[n-1] = nan, 5
			Mask(dst, y, x)
			if dst[n-1] != 5 {
				t.Fatalf("where the output is not a number, the gradient is %v, want 5", dst[n-1])
			}
		}
	})
}

func TestScaleAndResidual(t *testing.T) {
	eachLength(t, func(t *testing.T, at placement, n int, rng *rand.Rand) {
		x, y := guarded(t, at, sparseNormal(rng, n)), guarded(t, at, sparseNormal(rng, n))
		scaled, sum := make([]float64, n), make([]float64, n)
		for i := range x {
			scaled[i] = -0.3 * float64(x[i])
			sum[i] = max(0, float64(x[i])-0.3*float64(y[i]))
		}
		dst := poisoned(t, at, n)
		Scale(dst, x, -0.3)
		compare(t, "scaled", dst, scaled)
		dst = poisoned(t, at, n)
		Residual(dst, x, y, -0.3)
		compare(t, "sum", dst, sum)
		if n > 0 {
			y[0] = float32(math.NaN())
			Residual(dst, x, y, -0.3)
			if dst[0] == dst[0] {
				t.Fatalf("with NaN the sum is %v", dst[0])
			}
		}
	})
}

func TestInner(t *testing.T) {
	eachLength(t, func(t *testing.T, at placement, n int, rng *rand.Rand) {
		x, y := guarded(t, at, sparseNormal(rng, n)), guarded(t, at, sparseNormal(rng, n))
		var want float64
		for i := range x {
			want += float64(x[i]) * float64(y[i])
		}
		if got := Inner(x, y); !(math.Abs(got-want) <= 1e-5) {
			t.Fatalf("%d values: %v, want %v", n, got, want)
		}
	})
}

func TestSumRows(t *testing.T) {
	eachLength(t, func(t *testing.T, at placement, n int, rng *rand.Rand) {
		if n == 0 {
			return
		}
		for rows := range 10 {
			src, dst := guarded(t, at, sparseNormal(rng, rows*n)), poisoned(t, at, n)
			want := make([]float64, n)
			for i, v := range src {
				want[i%n] += float64(v)
			}
			SumRows(dst, src)
			compare(t, "sum", dst, want)
		}
	})
}

func TestPool(t *testing.T) {
	eachLength(t, func(t *testing.T, at placement, n int, rng *rand.Rand) {
		if n == 0 {
			return
		}
		for _, cells := range []int{1, 2, 3, 25} {
			src := guarded(t, at, sparseNormal(rng, cells*n)) // with many equal values
			want := make([]float64, 2*n)
			place, dx := make([]int32, n), make([]float64, cells*n)
			dy := guarded(t, at, sparseNormal(rng, 2*n))
			for c := range n {
				want[n+c] = math.Inf(-1)
				for cell := range cells {
					v := float64(src[cell*n+c])
					want[c] += v / float64(cells)
					dx[cell*n+c] = float64(dy[c]) / float64(cells)
					if v > want[n+c] {
						want[n+c], place[c] = v, int32(cell)
					}
				}
				dx[int(place[c])*n+c] += float64(dy[n+c])
			}
			where := make([]int32, n)
			for _, places := range [][]int32{nil, where} {
				got := poisoned(t, at, 2*n)
				Pool(got, places, src, n)
				compare(t, "pooled", got, want)
			}
			for c := range n {
				if where[c] != place[c] {
					t.Fatalf("%d cells: the maximum of channel %d of %d is in cell %d, want %d", cells, c, n, where[c], place[c])
				}
			}
			got := poisoned(t, at, cells*n)
			PoolGradient(got, where, dy, n)
			compare(t, "gradient", got, dx)
		}
	})
}
