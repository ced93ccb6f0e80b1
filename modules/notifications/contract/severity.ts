/** How much a message matters, least first. */
export const SEVERITIES = ['info', 'notice', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)
}
