// Package game is the vocabulary that every other part of Gipfel speaks: seats, actions, positions, symmetries and
// notation. It knows no particular game; the rules live in its sub-packages and are listed by package catalog.
//
// The conventions, stated once:
//
//   - Seats are absolute: seat 0 moves first and stays seat 0 whoever is to move. Nothing here flips a sign.
//   - Cells are numbered row by row from the bottom-left corner: cell = y*Width + x, cell 0 is a1.
//   - An [Action] is an index into the policy: cell*PolicyPlanes + plane for the actions that belong to a cell, then the
//     extra actions (a pass, say). The same index means the same thing in every position of a game.
//   - Encoded positions and policies are laid out cell by cell with the planes innermost (HWC).
//   - Inside this program only legal actions are applied; an illegal one panics. Text from outside goes through
//     [Notation], which answers with an error.
package game

// Action is a dense policy index; its layout is given in the package comment.
type Action uint16

// NoAction is no action's index.
const NoAction Action = 1<<16 - 1

// Player is a seat (0, 1, …), or one of the two values below.
type Player int8

const (
	// Chance is to move when the next event is random; its odds come from [Chancer].
	Chance Player = -1
	// Terminal is "to move" when the game is over.
	Terminal Player = -2
)

// MaxPlayers is the largest number of seats in any game.
const MaxPlayers = 4

// State is one position with all that the rules see of its history. It is mutable and owned by one goroutine.
//
// AppendActions, Apply, CopyFrom and Returns do not allocate once their destinations have grown.
type State interface {
	// ToMove returns the seat to move, Chance or Terminal.
	ToMove() Player

	// AppendActions appends the legal actions in ascending order, without repeats, and returns the extended slice. At a
	// chance node these are the possible outcomes; at the end of the game there are none.
	AppendActions(dst []Action) []Action

	// Apply plays a legal action. It panics if the action is not legal and that is cheap to see; otherwise the position
	// is undefined.
	Apply(Action)

	// CopyFrom makes this position equal to another one of the same variant, history included.
	CopyFrom(State)

	// Returns writes the utility of each absolute seat, in [-1, 1] and summing to 0, into dst[:Players]. It may be called
	// on finished games only.
	Returns(dst []float32)

	// Ending says why the game is over; it is the zero value while the game goes on.
	Ending() Ending
}

// Ending says why a game is over.
type Ending struct {
	// Reason is a short phrase for people, such as "board full".
	Reason string
	// Truncated is true when the game was cut off by a limit that is no rule of the game. Its result is then unknown, not
	// drawn: the result must not be learned from.
	Truncated bool
}

// Chancer is a State with random events.
type Chancer interface {
	State
	// AppendOdds appends the probability of each outcome that AppendActions lists, in the same order. They sum to 1. It may
	// be called at chance nodes only.
	AppendOdds(dst []float32) []float32
}

// Game describes one variant of a game. Values are immutable and shared.
type Game struct {
	// Name identifies the variant on the command line, in files and in configs: "atimo-5x5".
	Name string
	// Title is the name of the game for people, and Author who made it.
	Title, Author string
	// Version is raised by any change of the rules, the action layout or the encoding.
	Version int

	// Players is the number of seats, and SeatNames what they are called in this game's notation.
	Players   int
	SeatNames []string

	// Width and Height are the size of the board in cells.
	Width, Height int
	// PolicyPlanes is the number of actions that belong to one cell, and ExtraActions the number of those that belong to
	// none and come last.
	PolicyPlanes, ExtraActions int
	// ActionPlanes says what the policy planes are, and Extras what the extra actions are, in the order of their numbers.
	ActionPlanes []ActionPlane
	Extras       []ExtraAction
	// Planes names the input planes in the order in which Encode writes them.
	Planes []Plane

	// MaxActions bounds the number of legal actions of any position, and MaxPlies the length of any game.
	MaxActions, MaxPlies int

	// New returns the start position.
	New func() State

	// Starts are other positions to begin from, by name. Most games have none.
	Starts []Start

	// Encode writes a position as the net sees it: InputSize values, HWC, from the view of the seat to move. It reads
	// nothing but the state and overwrites all of dst. It must not be called on finished games or at chance nodes.
	Encode func(s State, dst []float32)

	// Score is a rough count of who is ahead, used by the greedy baseline: the score of a seat in a position, higher is
	// better. It is nil where the game has no material to count.
	Score func(s State, seat Player) int

	// Evaluate is a guess at how much better a seat stands than the others in a position that is not the end, chance nodes
	// included, in a unit of the game's own and within ±MaxEvaluation. It looks at what is on the board and in hand and at
	// whose turn it is, not at clocks or earlier positions, and does not allocate. It is for searches that stop at a fixed
	// depth, and nil where there is none; they then make do with Score.
	Evaluate func(s State, seat Player) int

	// Owners writes into dst[:Cells] whose each cell is in a finished position: a seat, or Nobody. Who wins owns more cells
	// than any other seat; a drawn or truncated game may leave them shared out in any way. It is nil where cells have no owners
	// that decide the game.
	Owners func(s State, dst []Player)

	// Symmetries are the symmetries of the board; the first is the identity.
	Symmetries []Symmetry

	// Notation reads and writes moves and positions.
	Notation Notation

	// Diagram says what a position looks like. It may be called on any position and changes nothing.
	Diagram func(s State) Diagram
}

// Plane describes one input plane.
type Plane struct {
	// Name is short and unique within the game: "own stones".
	Name string
	// Doc says what the values mean, with their range.
	Doc string
}

// Cells returns the number of cells of the board.
func (g *Game) Cells() int { return g.Width * g.Height }

// Actions returns the size of the policy.
func (g *Game) Actions() int { return g.Cells()*g.PolicyPlanes + g.ExtraActions }

// InputSize returns the number of values that Encode writes.
func (g *Game) InputSize() int { return g.Cells() * len(g.Planes) }

// Outcomes returns the number of possible outcomes of a game: one win a seat, and the draw.
func (g *Game) Outcomes() int { return g.Players + 1 }
