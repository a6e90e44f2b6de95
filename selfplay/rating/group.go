package rating

// partition tells which players are connected: element i leads on to the root of its group, which leads to itself.
type partition []int

func newPartition(n int) partition {
	p := make(partition, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (p partition) root(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p partition) join(i, j int) { p[p.root(i)] = p.root(j) }

// groups numbers the players' groups: two players are in one group if a chain of comparisons connects them. Group 0 is that of
// the given player; the others follow in the order of their first players.
func (r *record) groups(first int) (of []int, count int) {
	p := newPartition(len(r.names))
	for i := range r.observed {
		for _, c := range r.observed[i].comparisons {
			p.join(c.plus, c.minus)
		}
	}
	of = make([]int, len(r.names))
	number := map[int]int{p.root(first): 0}
	for i := range of {
		g, known := number[p.root(i)]
		if !known {
			g = len(number)
			number[p.root(i)] = g
		}
		of[i] = g
	}
	return of, len(number)
}
