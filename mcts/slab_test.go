package mcts

import (
	"math"
	"reflect"
	"testing"
	"unsafe"
)

// TestLayout keeps nodes and edges small and free of pointers, so that the garbage collector never looks into a tree.
func TestLayout(t *testing.T) {
	if size := unsafe.Sizeof(node{}); size != 24 {
		t.Errorf("a node takes %d bytes, want 24", size)
	}
	if size := unsafe.Sizeof(edge{}); size != 16 {
		t.Errorf("an edge takes %d bytes, want 16", size)
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[node](), reflect.TypeFor[edge]()} {
		for i := range typ.NumField() {
			switch f := typ.Field(i); f.Type.Kind() {
			case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Int8, reflect.Float32:
			default:
				t.Errorf("%s.%s is a %s; slabs hold plain numbers only", typ.Name(), f.Name, f.Type)
			}
		}
	}
}

func TestPrior(t *testing.T) {
	for _, exact := range []float32{1, 0.5, 0.25, 0.75, 1.0 / 1024} {
		if got := makePrior(exact).float(); got != exact {
			t.Errorf("%g becomes %g", exact, got)
		}
	}
	last := makePrior(0)
	if last != 0 || last.float() > 1e-9 {
		t.Errorf("0 becomes %g", last.float())
	}
	for x := float32(1e-12); x <= 1; x *= 1.0003 {
		p := makePrior(x)
		if p < last {
			t.Fatalf("%g becomes %d, a smaller prior became %d", x, p, last)
		}
		last = p
		if err := math.Abs(float64(p.float()-x)) / float64(x); x > 1e-9 && err > 1.0/4096 {
			t.Fatalf("%g becomes %g: relative error %g", x, p.float(), err)
		}
	}
}

// TestPromote sorts edges by repeated promotion, as if they were visited one after the other.
func TestPromote(t *testing.T) {
	edges := []edge{{action: 4, prior: 7}, {action: 5, prior: 9}, {action: 6, prior: 7}, {action: 7, prior: 9}, {action: 8, prior: 1}}
	for from := range edges {
		promote(edges, from)
	}
	promote(edges, len(edges))
	for i, want := range []uint16{5, 7, 4, 6, 8} {
		if uint16(edges[i].action) != want {
			t.Errorf("place %d: action %d, want %d", i, edges[i].action, want)
		}
	}
}
