package nn_test

import (
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

// tapsByHand counts the pairs of a cell and a tap of a 3×3 convolution, one by one, and those that read a cell on the board.
func tapsByHand(s nn.Spec) (all, onBoard int) {
	for y := range s.Height {
		for x := range s.Width {
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					all++
					if y+dy >= 0 && y+dy < s.Height && x+dx >= 0 && x+dx < s.Width {
						onBoard++
					}
				}
			}
		}
	}
	return all, onBoard
}

func TestFLOPs(t *testing.T) {
	specs := reference.Specs()
	for _, size := range [][2]int{{1, 1}, {1, 6}, {2, 1}, {5, 4}, {7, 7}, {13, 9}} {
		s := specs[0]
		s.Width, s.Height = size[0], size[1]
		specs = append(specs, s)
	}
	for _, s := range specs {
		all, onBoard := tapsByHand(s)
		stem, conv := s.InputPlanes*s.Channels, s.Channels*s.Channels
		inWindows := stem + 2*s.Blocks*conv // for each tap
		inCells := s.Channels*s.PolicyChannels + s.PolicyChannels*s.PolicyPlanes + s.Channels*s.ValueChannels
		once := 2*s.Channels*(s.PolicyChannels+s.ExtraActions) + 2*s.ValueChannels*s.ValueHidden + s.ValueHidden*s.Outcomes()
		for block := range s.Blocks {
			if s.Pooled(block) {
				once += 2 * conv
			}
		}
		if got, want := s.FLOPs(), float64(2*(all*inWindows+s.Cells()*inCells+once)); got != want {
			t.Errorf("%+v: %v operations with the border, want %v", s, got, want)
		}
		if got, want := s.BoardFLOPs(), float64(2*(onBoard*inWindows+s.Cells()*inCells+once)); got != want {
			t.Errorf("%+v: %v operations on the board, want %v", s, got, want)
		}
	}
}
