package main

import (
	"fmt"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/truth"
)

// solverPlayer is the name of the player that plays by the solution of its game.
const solverPlayer = "solver"

// readSolver reads the only option of solver.
func readSolver(argument string) (playerMaker, error) {
	draws, err := solverDraws(argument)
	if err != nil {
		return nil, err
	}
	return func(g *game.Game, name string) arena.Player { return truth.Solver(g, name, draws) }, nil
}

// identifySolver says which of the two it is.
func identifySolver(argument string) (string, error) {
	draws, err := solverDraws(argument)
	if draws == truth.TrappyDraws {
		return solverPlayer + ":draws=trappy", err
	}
	return solverPlayer, err
}

func solverDraws(argument string) (truth.Draws, error) {
	switch argument {
	case "", "draws=any":
		return truth.AnyDraw, nil
	case "draws=trappy":
		return truth.TrappyDraws, nil
	}
	return 0, fmt.Errorf("%s: want draws=any or draws=trappy", argument)
}
