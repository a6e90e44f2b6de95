// Package onnx exports nets as ONNX files, so that other programs can compute them: a browser, Python, another engine. It also
// reads such files again and computes them, slowly and obviously, so that an export can be held against the net it came from.
//
// # The file
//
// A file is an ONNX model of representation 8 with the operators of opset 17. All numbers are float32 and batch is any number of
// rows:
//
//	input   planes   (batch, Height, Width, InputPlanes)   positions, HWC, as game.Game.Encode writes them
//	output  policy   (batch, Actions)                      logits of all actions, legal or not; entry cell*PolicyPlanes+plane,
//	                                                       then the extra actions
//	output  outcome  (batch, Players+1)                    probabilities relative to the mover: that it wins, that the next
//	                                                       seat wins, …, that the game is drawn
//
// with cell = y*Width+x. What the graph computes is written in package nn; here each layer is one node, named after its tensors.
// The positions are transposed to ONNX's CHW at the beginning and the policy back at the end; convolutions' weights become
// (out, in, ky, kx); α is multiplied into the second convolution of its block, as package native does it. Pooled layers are 1×1
// convolutions of a board of one cell, whose result every cell is given. Tensors that only training needs are left out.
//
// The properties of the model ([Load] and the constants Key… name them) say for which game the net is, and what its planes,
// actions and outcomes are. Equal weights and metadata give equal bytes.
//
// # Reading
//
// [Load] takes what [Export] writes and little more: it knows the operators in operator.go and operator_layers.go, and refuses
// whatever it does not understand with an error that names the node. Nothing in a file makes it panic or ask for memory or time
// without bound.
package onnx
