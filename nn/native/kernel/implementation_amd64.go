package kernel

import "golang.org/x/sys/cpu"

//go:generate sh asm/generate.sh

// vectorImplementations are those in assembly that the processor can run, the fastest first.
func vectorImplementations() (list []*implementation) {
	x := &cpu.X86
	hasAVX2 := x.HasAVX2 && x.HasFMA && x.HasBMI2
	if hasAVX2 && x.HasAVX512F && x.HasAVX512VL && x.HasAVX512BW && x.HasAVX512DQ {
		quantized := &avx2
		if x.HasAVX512VNNI {
			quantized = &avx512
		}
		list = append(list, &implementation{"avx512", &avx512, quantized})
	}
	if hasAVX2 {
		list = append(list, &implementation{"avx2", &avx2, &avx2})
	}
	return list
}
