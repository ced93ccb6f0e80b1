import type { DraftFaultRaised } from './draft.ts'

/** Somebody was at the pile, or its evidence is gone. */
const CRITICAL: ReadonlySet<string> = new Set(['TamperDetectionActivated', 'SecurityLogWasCleared', 'MemoryExhaustion'])
/** Somebody or something tried what is not allowed. */
const WARNING = /^(?:Invalid|FailedTo|Attempted)/

/** How urgent a security event is for the operator; the event names are those of the OCPP security whitepaper. The grading is ours. */
export function securityEventSeverity(type: string): DraftFaultRaised['severity'] {
  if (CRITICAL.has(type)) return 'critical'
  return WARNING.test(type) ? 'warning' : 'notice'
}
