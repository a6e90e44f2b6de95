// Package kernel holds the arithmetic that inference and training share: convolutions on small boards and their gradients, and a
// few loops over activations, which are cells×channels everywhere. A linear layer is a convolution on a board of one cell.
//
// There are three implementations, of which the fastest that the processor can run is used unless the environment variable
// GIPFEL_KERNELS names another: AVX-512 and AVX2 with FMA, both in assembly, and plain Go.
//
// Results do not depend on what else is computed, where it lies in memory, or the number of threads: every sum is taken in one
// fixed order. The implementations differ in how they round, so it is the same build with the same kernels ([Name]) that gives
// the same bytes. NaN and infinities are never dropped.
//
// # Assembly
//
// The generator in the folder asm writes a kernel for every width of board up to 13 and for a few heights: a tile. A tile's
// sums, one vector of output channels for each of its cells, stay in registers while all inputs of the window pass by: one load
// of weights, and for each cell a multiplication and addition with an input that is broadcast. That the kernel knows the tile's
// size has two advantages: the loads need no further instruction, and the part of the window that lies off the board is left
// out instead of multiplied with a border of zeros, which is a quarter of all work on a board of 5×5. On a core of a Zen 4
// server, whose peak is 118 GFLOP/s, the AVX-512 tiles reach 110 to 117 GFLOP/s, and those of AVX2 83 to 106, counting only
// work on the board. Channels that do not fill a vector are masked, so nothing is read or written beyond the slices. Wider
// boards are convolved in Go.
//
// # Whole numbers
//
// A [QuantizedFilter] convolves activations in 7 bits with weights in 8, four inputs at a time: VPDPBUSD of AVX-512 VNNI, or
// VPMADDUBSW, VPMADDWD and VPADDD of AVX2, whose 16-bit sums are why activations have 7 bits and not 8. The tiles are the same as
// above, with four bytes for each float. Sums are exact and everything else is rounded in one way, so all implementations give the
// same results to the last bit; plain Go convolves the numbers as floats. On that processor VNNI reaches 97% of its peak of 454
// billion operations a second on 7×7, AVX2 84% of 231.
//
// # Plain Go
//
// After a ReLU about half of the activations are zero. A [Sparse] lists a position's non-zero activations, and everything is built
// on one primitive, [dot8], which multiplies such a list with eight columns of a matrix:
//
//   - a convolution's output at a cell is the product of the list of its window with the packed weights ([Filter.Apply]),
//   - the gradient of its input is the same with the weights turned round ([Filter.PackTransposed]),
//   - the gradient of its weights is the product of the list of an input channel with the output's gradient
//     ([WeightGradient]).
//
// Go compiles this to scalar code, two multiplications and two additions a cycle at best, so leaving out what is zero is worth
// more than any blocking of a dense loop. On one core of a Zen 5 server the best dense blocking (three cells by three channels)
// reached 11.5 GFLOP/s; this form reaches the same when nothing is zero, and 20 to 22 GFLOP/s, counting what the dense form
// would do, when half of the activations are.
package kernel
