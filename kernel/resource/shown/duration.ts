/** Returns seconds as `1:02:03`, hours unbounded; `--` for none and for negative ones. */
export function showDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '--'
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
}
