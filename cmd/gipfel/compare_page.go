package main

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"text/tabwriter"

	"gipfel/selfplay/arena"
)

// comparedLine is a line of the page: what is compared, and what it is for each net.
type comparedLine struct {
	Title string
	Nets  [2]string
}

// lines are the table of the page.
func (r *comparison) lines() []comparedLine {
	each := func(title string, f func(n *comparedNet) string) comparedLine {
		return comparedLine{title, [2]string{f(&r.Nets[0]), f(&r.Nets[1])}}
	}
	list := []comparedLine{
		each("file", func(n *comparedNet) string { return n.File }),
		each("SHA-256", func(n *comparedNet) string { return n.SHA256[:12] + "…" }),
		each("size", func(n *comparedNet) string { return thousands(float64(n.Bytes)) + " bytes" }),
		each("net", func(n *comparedNet) string {
			return fmt.Sprintf("%d channels, %d blocks, %s", n.Channels, n.Blocks, n.Precision)
		}),
		each("numbers learned", func(n *comparedNet) string { return thousands(float64(n.Parameters)) }),
		each("operations a position", func(n *comparedNet) string { return fmt.Sprintf("%.2f million", n.Operations/1e6) }),
		{"positions a second", [2]string{thousands(r.Speed.First), thousands(r.Speed.Second)}},
	}
	if r.Rated > 0 {
		list = append(list, each("place on the ladder", func(n *comparedNet) string { return n.ladderPlace(r.Rated) }))
	}
	m := r.Match
	lost := arena.Wilson(m.Record.Losses, m.Record.Games, m.Confidence)
	return append(list,
		comparedLine{"games won", [2]string{
			fmt.Sprintf("%d, %s", m.Record.Wins, m.Won.Percent()), fmt.Sprintf("%d, %s", m.Record.Losses, lost.Percent()),
		}},
		comparedLine{"drawn, lost", [2]string{
			fmt.Sprintf("%d, %d", m.Record.Draws, m.Record.Losses), fmt.Sprintf("%d, %d", m.Record.Draws, m.Record.Wins),
		}})
}

// ladderPlace says where a net is on a ladder of so many players.
func (n *comparedNet) ladderPlace(rated int) string {
	if n.Entry == nil {
		return "none"
	}
	if n.Entry.Low == n.Entry.High { // the anchor, which is 0 by definition
		return fmt.Sprintf("%d of %d, the anchor, Elo 0", n.Place, rated)
	}
	return fmt.Sprintf("%d of %d, Elo %+.0f (%+.0f to %+.0f)", n.Place, rated, n.Entry.Elo, n.Entry.Low, n.Entry.High)
}

// sentences say what belongs to both nets.
func (r *comparison) sentences() []string {
	g, s, m := &r.Agreement, &r.Speed, r.Match
	match := fmt.Sprintf("Match: %s scores %.1f%% (%g%% interval over pairs %.1f–%.1f) in %d games, Elo %v; %d are drawn.",
		r.Nets[0].Name, 100*m.Score.Value, 100*m.Confidence, 100*m.Score.Low, 100*m.Score.High, m.Record.Games, m.Elo, m.Record.Draws)
	if m.DuplicateGames > 0 {
		match += fmt.Sprintf(" Repeated games: %d.", m.DuplicateGames)
	}
	return []string{
		fmt.Sprintf("Speed: the first is %.2f times as fast (the median of %d comparisons in turn, %.2f–%.2f), one position at a time on one thread, "+
			"kernels %s.",
			s.Ratio, speedRounds, s.RatioLow, s.RatioTop, s.Kernels),
		fmt.Sprintf("Agreement on %s positions of random games: the best legal move is the same in %s; values, from -1 to 1, differ by %.4f on "+
			"average and %.3f at most; the policies by %.3g nats (Kullback-Leibler divergence of the second from the first).",
			thousands(float64(g.Positions)), g.SameMove.Percent(), g.ValueError, g.LargestValueError, g.Divergence),
		match,
	}
}

// title heads the page.
func (r *comparison) title() string {
	return fmt.Sprintf("%s against %s", r.Nets[0].Name, r.Nets[1].Name)
}

// foot says where this was measured.
func (r *comparison) foot() string {
	return fmt.Sprintf("Game: %s. Machine: %s. Build: %s.", r.Game, r.Machine, r.Build)
}

func (r *comparison) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", r.title())
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, l := range r.lines() {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\n", l.Title, l.Nets[0], l.Nets[1])
	}
	_ = t.Flush() // a strings.Builder takes everything
	b.WriteByte('\n')
	for _, s := range r.sentences() {
		fmt.Fprintln(&b, s)
	}
	fmt.Fprintln(&b, r.foot())
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *comparison) writeMarkdown(w io.Writer) error {
	cell := strings.NewReplacer("|", `\|`, "\n", " ").Replace
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n| | %s | %s |\n|---|---|---|\n", r.title(), cell(r.Nets[0].Name), cell(r.Nets[1].Name))
	for _, l := range r.lines() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", l.Title, cell(l.Nets[0]), cell(l.Nets[1]))
	}
	b.WriteByte('\n')
	for _, s := range r.sentences() {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	fmt.Fprintf(&b, "\n%s\n", r.foot())
	_, err := io.WriteString(w, b.String())
	return err
}

var comparisonTemplate = template.Must(template.New("comparison").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
tbody th { font-weight: normal; color: #555; white-space: nowrap; }
footer { margin-top: 2rem; font-size: .85rem; color: #666; }
@media (prefers-color-scheme: dark) {
  body { background: #181818; color: #ddd; }
  th, td { border-color: #444; }
  tbody th, footer { color: #aaa; }
}
</style>
<h1>{{.Title}}</h1>
<table>
<thead><tr><th></th><th>{{(index .Names 0)}}</th><th>{{(index .Names 1)}}</th></tr></thead>
<tbody>
{{range .Lines}}<tr><th scope="row">{{.Title}}</th><td>{{index .Nets 0}}</td><td>{{index .Nets 1}}</td></tr>
{{end}}</tbody>
</table>
{{range .Sentences}}<p>{{.}}</p>
{{end}}<footer>{{.Foot}}</footer>
</html>
`))

func (r *comparison) writeHTML(w io.Writer) error {
	return comparisonTemplate.Execute(w, map[string]any{
		"Title": r.title(), "Names": [2]string{r.Nets[0].Name, r.Nets[1].Name}, "Lines": r.lines(), "Sentences": r.sentences(),
		"Foot": r.foot(),
	})
}
