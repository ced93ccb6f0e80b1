const planned = new Set<string>()

/** Runs `run` after `after_ms`, unless a run with the same name and delay is already planned: many calls become one. */
export function gather(name: string, after_ms: number, run: () => void): void {
  const plan = `${after_ms} ${name}`
  if (planned.has(plan)) return
  planned.add(plan)
  setTimeout(() => {
    planned.delete(plan)
    run()
  }, after_ms)
}
