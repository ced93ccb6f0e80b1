import type { DraftFaultRaised } from './draft.ts'

/** Signs of tampering or lost evidence. */
const CRITICAL: ReadonlySet<string> = new Set(['TamperDetectionActivated', 'SecurityLogWasCleared', 'MemoryExhaustion'])
/** Signs of failed or forbidden attempts. */
const WARNING = /^(?:Invalid|FailedTo|Attempted)/

/**
 * Severity of a security event for the operator. The event names are those of the OCPP security whitepaper; the grading is ours.
 */
export function securityEventSeverity(type: string): DraftFaultRaised['severity'] {
  if (CRITICAL.has(type)) return 'critical'
  return WARNING.test(type) ? 'warning' : 'notice'
}
