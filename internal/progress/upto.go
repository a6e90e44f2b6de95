package progress

// UpTo returns a function that brings a task to a number of units, for whoever says how much is done in all and not how much has been
// added. What was done before, when a work goes on, is added the first time. It may not be called concurrently.
func UpTo(t Task) func(done, planned int) {
	counted := 0
	return func(done, _ int) {
		t.Add(int64(done - counted))
		counted = done
	}
}
