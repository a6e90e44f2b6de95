package ladder

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"gipfel/selfplay/rating"
)

// columns are those of WriteCSV.
var columns = []string{
	"game", "group", "rank", "player", "elo", "low", "high", "games", "pairs", "score", "opponents", "duplicate_games", "identity",
}

// WriteCSV writes all ladders as one table with a line of titles; see docs/formats.md.
func WriteCSV(w io.Writer, ladders []*Ladder) error {
	c := csv.NewWriter(w)
	rows := [][]string{columns}
	for _, l := range ladders {
		l.groups(func(group int, entries []rating.Entry) {
			for i, e := range entries {
				rows = append(rows, []string{
					l.Game, fmt.Sprint(group), fmt.Sprint(i + 1), e.Name, decimal(e.Elo), decimal(e.Low), decimal(e.High),
					fmt.Sprint(e.Games), fmt.Sprint(e.Pairs), strconv.FormatFloat(e.Score, 'f', 4, 64), fmt.Sprint(e.Opponents),
					fmt.Sprint(e.DuplicateGames), l.Identities[e.Name],
				})
			}
		})
	}
	if err := c.WriteAll(rows); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	return nil
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
