const planned = new Set<string>()

/** Runs `run` in `after_ms`, unless something of this name and pace is planned already: many calls become one. */
export function gather(name: string, after_ms: number, run: () => void): void {
  const plan = `${after_ms} ${name}`
  if (planned.has(plan)) return
  planned.add(plan)
  setTimeout(() => {
    planned.delete(plan)
    run()
  }, after_ms)
}
