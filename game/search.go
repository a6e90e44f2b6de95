package game

// What searches ask of a position beside the rules. A game may leave any of it out: a search then does without.

// Hasher is a State that has keys, by which a search recognises positions that it has met before.
type Hasher interface {
	State
	// Hash returns two keys of a position in which a seat is to move.
	//
	// The first is of the position as it stands: the pieces, those in hand, whose turn it is, and what is left of a turn
	// half done. The second is of all else that the rules may look at within the next horizon plies: clocks that can run
	// out by then, and earlier positions whose return counts. So two positions of one variant whose keys are both equal
	// have the same future for that many plies, in legal actions as well as in results, while two that only share the first
	// key look the same and may differ in what is allowed or how it ends.
	//
	// Clocks and past that cannot matter within the horizon are left out, since a search would never meet a position twice
	// with them. Keys are as good as random in each of their bits, so that a search may look at some of them only; different
	// positions share n bits of a key with odds of 2^-n. Hash does not allocate.
	Hash(horizon int) (position, past uint64)
}

// Ranker is a State that can say which of its actions are worth looking at first.
type Ranker interface {
	State
	// AppendRanks appends a rank for each of the actions, which are legal: the higher, the more promising, within ±1000 and
	// 0 for an action of which there is nothing to say. It does not allocate once dst has grown.
	AppendRanks(dst []int32, actions []Action) []int32
}

// MaxEvaluation is the largest value, and less it is the smallest, that [Game.Evaluate] may return.
const MaxEvaluation = 20_000

// Mix64 scrambles a number such that similar ones give results that have nothing in common; distinct ones give distinct
// results. It is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
func Mix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
