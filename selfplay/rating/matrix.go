package rating

import "math"

// square returns an n×n matrix of zeros, by rows.
func square(n int) [][]float64 {
	m, all := make([][]float64, n), make([]float64, n*n)
	for i := range m {
		m[i], all = all[:n:n], all[n:]
	}
	return m
}

// invert returns the inverse of a symmetric positive definite matrix, which it overwrites. All inner loops run along rows.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	cholesky(m)
	// Row j of columns is column j of L⁻¹, which begins at j.
	columns := square(n)
	for j, u := range columns {
		u[j] = 1 / m[j][j]
		for k := j + 1; k < n; k++ {
			u[k] = -dot(m[k][j:k], u[j:k]) / m[k][k]
		}
	}
	// M⁻¹ = L⁻ᵀ L⁻¹.
	for i := range n {
		for j := range i + 1 {
			m[i][j] = dot(columns[i][i:], columns[j][i:])
			m[j][i] = m[i][j]
		}
	}
	return m
}

// cholesky overwrites the lower triangle of M with L, where M = L Lᵀ.
func cholesky(m [][]float64) {
	for i := range m {
		for j := range i {
			m[i][j] = (m[i][j] - dot(m[i][:j], m[j][:j])) / m[j][j]
		}
		m[i][i] = math.Sqrt(m[i][i] - dot(m[i][:i], m[i][:i]))
	}
}
