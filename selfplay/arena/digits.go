package arena

import "strconv"

// enoughDecimals returns how many decimals, at least so many, it takes to write x so that it differs from each of the others
// that it does differ from. What is printed then never contradicts what was decided.
func enoughDecimals(atLeast int, x float64, others ...float64) int {
	decimals := atLeast
	for _, y := range others {
		// Near 100, numbers that are alike in 15 decimals are alike.
		for x != y && decimals < 15 && fixed(x, decimals) == fixed(y, decimals) {
			decimals++
		}
	}
	return decimals
}

// fixed writes a number with so many decimals.
func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
