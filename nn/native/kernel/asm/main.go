// Command asm writes the assembly of package kernel: for each kernel what its dimensions, known in advance, make of it. It is a
// module of its own, so that what it needs never reaches the program's go.mod.
//
// Run it by `go generate` in the folder of package kernel.
package main

import (
	"flag"
	"log"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	name := flag.String("set", "", "instruction set: avx512 or avx2")
	table := flag.String("table", "", "file for the Go table of the kernels")
	flag.Parse()
	s, ok := map[string]*set{"avx512": avx512, "avx2": avx2}[*name]
	if !ok {
		log.Fatalf("-set %q: want avx512 or avx2", *name)
	}
	s.kernels()
	if err := s.writeTable(*table); err != nil {
		log.Fatal(err)
	}
	build.Generate()
}

// maxPair is the width of the widest board of which a row, in pairs of vectors, fits the registers.
const maxPair = 6

// kernels writes all kernels of an instruction set.
func (s *set) kernels() {
	for _, v := range s.vectors {
		for width := 1; width <= maxWidth; width++ {
			for _, height := range s.heights(width) {
				convolve(v, height, width)
				convolveQuantized(v, height, width)
			}
		}
		sumRows(v)
		pool(v)
	}
	if s.pair != nil {
		for width := 1; width <= maxPair; width++ {
			convolve(*s.pair, 1, width)
			convolveQuantized(*s.pair, 1, width)
		}
	}
	for _, v := range s.gradientVectors() {
		for _, inputs := range v.gradientInputs() {
			gradient(v, inputs)
		}
	}
	elementwiseKernels(s.vectors[0])
	inner(s.vectors[0])
	quantize(s.vectors[0])
	peak(s.vectors[0], "Peak", s.multiplyRegisters)
	peak(s.vectors[0], "PeakQuantized", s.multiplyQuantizedRegisters)
}

// gradientVectors lists the vectors of outputs, the longest first.
func (s *set) gradientVectors() []vector {
	if s.pair == nil {
		return s.vectors
	}
	return append([]vector{*s.pair}, s.vectors...)
}
