package gametest

import "gipfel/game"

// evaluated returns a tiny game with an evaluation.
func evaluated(evaluate func(s *tinyState, seat game.Player) int) *game.Game {
	g := bent(Tiny, bend{})
	g.Evaluate = func(s game.State, seat game.Player) int { return evaluate(s.(*bentState).tinyState, seat) }
	return g
}

// hashed returns a tiny game with other keys.
func hashed(hash func(s *tinyState, horizon int) (position, past uint64)) *game.Game {
	return bent(Tiny, bend{hash: hash})
}

// countingKeys returns a tiny game whose keys change with every position that is made, which its copies do not show.
func countingKeys() *game.Game {
	made := uint64(0)
	g := hashed(func(s *tinyState, horizon int) (position, past uint64) {
		position, past = s.Hash(horizon)
		return position + made, past
	})
	sound := g.New
	g.New = func() game.State {
		made++
		return sound()
	}
	return g
}

func searchMutants() []mutant {
	calls := uint64(0)
	var sink []int
	return []mutant{
		{"a key without the pass", "hash", "same keys at horizon", hashed(func(s *tinyState, horizon int) (position, past uint64) {
			other := *s
			other.passed = false
			return other.Hash(horizon)
		}), nil},
		{"a key without the seat", "hash", "same keys at horizon", hashed(func(s *tinyState, horizon int) (position, past uint64) {
			other := *s
			other.seat = 0
			return other.Hash(horizon)
		}), nil},
		{"a key with a seat in one bit", "hash", "same keys at horizon", hashed(func(s *tinyState, horizon int) (position, past uint64) {
			other := *s
			other.seat = 0
			position, past = other.Hash(horizon)
			return position&^1 | uint64(s.seat), past
		}), nil},
		{"a key of the way", "hash", "copy have different keys", hashed(func(*tinyState, int) (position, past uint64) {
			calls++
			return calls, 0
		}), nil},
		{"two keys for one position", "hash", "look the same", countingKeys(), nil},
		{"an evaluation without bounds", "evaluation", "not within ±20000", evaluated(func(s *tinyState, _ game.Player) int {
			return int(s.scores[0]) * 20_001
		}), nil},
		{"an evaluation that plays", "evaluation", "before and after", evaluated(func(s *tinyState, _ game.Player) int {
			s.passed = true
			return 0
		}), nil},
		{"an evaluation that does not turn", "symmetry", "evaluation for seat 0", evaluated(func(s *tinyState, _ game.Player) int {
			return int(s.marked & 1)
		}), nil},
		{"an evaluation that allocates", "allocations", "allocations", evaluated(func(*tinyState, game.Player) int {
			sink = make([]int, 1)
			return len(sink)
		}), nil},
		{"a rank forgotten", "evaluation", "ranks appended", bent(Tiny, bend{
			ranks: func(s *tinyState, dst []int32, actions []game.Action) []int32 { return s.AppendRanks(dst, actions[1:]) },
		}), nil},
		{"a rank without bounds", "evaluation", "rank of action 0 is 1001", bent(Tiny, bend{
			ranks: func(_ *tinyState, dst []int32, actions []game.Action) []int32 {
				for range actions {
					dst = append(dst, 1001)
				}
				return dst
			},
		}), nil},
	}
}
