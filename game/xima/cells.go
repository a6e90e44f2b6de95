package xima

// cells is a set of cells, one bit each.
type cells [3]uint64

func (s *cells) add(c int)      { s[uint(c)/64%3] |= 1 << (uint(c) % 64) }
func (s *cells) remove(c int)   { s[uint(c)/64%3] &^= 1 << (uint(c) % 64) }
func (s *cells) has(c int) bool { return s[uint(c)/64%3]>>(uint(c)%64)&1 != 0 }
func (s *cells) empty() bool    { return s[0]|s[1]|s[2] == 0 }

func (s *cells) meets(t *cells) bool { return s[0]&t[0]|s[1]&t[1]|s[2]&t[2] != 0 }

func (s *cells) and(t *cells) cells { return cells{s[0] & t[0], s[1] & t[1], s[2] & t[2]} }
