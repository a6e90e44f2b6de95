package rating

// Options say how a ladder is made. The zero value is fine.
type Options struct {
	// Anchor is the player whose rating is 0; "" stands for "random" if it is among the players, and else for the first player
	// of the first match. In groups without the anchor, the first player that the matches name takes its place.
	Anchor string
	// Confidence is that of the intervals, above 0 and below 1; 0 stands for 0.95.
	Confidence float64
}

// Ladder is the result of Rate.
type Ladder struct {
	// Anchors are the players with the rating 0, one for each group. Group 0 is that of the anchor asked for. With more than
	// one group, some players have never met even by way of others, and ratings of different groups cannot be compared.
	Anchors []string `json:"anchors"`
	// Entries are sorted by group and then by rating, the best first.
	Entries []Entry `json:"entries"`
	// FirstMove says what the first seat is worth, for each variant of which enough games tell, sorted by name.
	FirstMove []FirstMove `json:"first_move,omitempty"`
	// Confidence is that of all intervals.
	Confidence float64 `json:"confidence"`
	// Matches, Pairs, Games and DuplicateGames sum up what was rated.
	Matches        int `json:"matches"`
	Pairs          int `json:"pairs"`
	Games          int `json:"games"`
	DuplicateGames int `json:"duplicate_games"`

	strengths *strengths
}

// Entry is a player on the ladder.
type Entry struct {
	Name string `json:"name"`
	// Group is an index into Ladder.Anchors.
	Group int `json:"group"`
	// Elo is the rating relative to the group's anchor. Low and High are the ends of the interval of that difference, which
	// for the anchor itself is 0 by definition.
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Games and Pairs were played by this player; DuplicateGames are those of its matches.
	Games          int `json:"games"`
	Pairs          int `json:"pairs"`
	DuplicateGames int `json:"duplicate_games"`
	// Score is the share of its comparisons that it won, between 0 and 1, draws counting half. In games of two seats this is
	// the usual mean score; in others the winner is compared with each other seat.
	Score float64 `json:"score"`
	// Opponents is the number of different players it met.
	Opponents int `json:"opponents"`

	player int // in the ladder's strengths
}
