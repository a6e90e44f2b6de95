package progress

import (
	"fmt"
	"strings"
	"time"
)

// barWidth returns the width of the bar on a terminal of so many columns. It does not depend on the text, which would make it
// jump.
func barWidth(columns int) int {
	switch {
	case columns >= 100:
		return 20
	case columns >= 60:
		return 10
	}
	return 4
}

// room returns how much text fits behind the bar, or behind the wheel of work whose total nobody knows: a line that wraps could
// not be cleared.
func room(columns int, bar bool) int {
	used := len("|   ")
	if bar {
		used = len(" 100% [] ") + barWidth(columns) + len("  ")
	}
	return max(0, columns-1-used)
}

// picture is what can be said behind a bar: "iteration 3: self-play: 120/512 games, 8.25/s, 47s left, loss 1.2".
type picture struct {
	label, count, rate, time, note string
}

// measure returns the task's picture now.
func (d *drawn) measure() picture {
	now, count := time.Now(), d.count.Load()
	d.meter.sample(now, count)
	rate := d.meter.recent()

	of := ""
	if d.total > 0 {
		of = "/" + formatExact(d.total)
	}
	p := picture{label: d.label, count: fmt.Sprintf("%s%s %s", formatExact(count), of, d.unit), note: d.remark()}
	if rate > 0 {
		p.rate = formatRate(rate)
	}
	switch {
	case d.total <= 0:
		p.time = formatDuration(now.Sub(d.meter.start))
	case rate > 0 && d.total > count:
		p.time = formatDuration(timeLeft(d.total-count, rate)) + " left"
	}
	return p
}

// fit writes as much of the picture as there is room for. What tells least goes first: the beginning of the label (the bars
// before and after say the same), the note, the label, the rate; the time goes last.
func (p picture) fit(room int) string {
	short := strings.TrimSpace(p.label[strings.LastIndex(p.label, ": ")+1:])
	for _, c := range []picture{
		p,
		{short, p.count, p.rate, p.time, p.note},
		{p.label, p.count, p.rate, p.time, ""},
		{short, p.count, p.rate, p.time, ""},
		{"", p.count, p.rate, p.time, ""},
		{"", p.count, "", p.time, ""},
	} {
		if text := c.text(); len([]rune(text)) <= room {
			return text
		}
	}
	last := []rune(picture{time: p.time}.text())
	if len(last) == 0 {
		last = []rune(p.count)
	}
	return string(last[:min(len(last), room)])
}

// text writes all of the picture.
func (p picture) text() string {
	var parts []string
	for _, part := range []string{p.count, p.rate, p.time, p.note} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, ", ")
	if p.label != "" {
		text = p.label + ": " + text
	}
	return strings.ReplaceAll(text, "\n", " ")
}
