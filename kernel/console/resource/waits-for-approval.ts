/** Returns whether an answer means that the command goes to devices, whose answers are still to come. */
export function isUnderWay(answer: unknown): boolean {
  const list = answer !== null && typeof answer === 'object' && 'list' in answer ? answer.list : null
  return Array.isArray(list) && list.length > 0 && list.every(one => (one as { state?: unknown }).state === 'queued') // any list
}

/** Returns whether an answer means that the command has not run yet and waits for the approval of another person. */
export const waitsForApproval = (answer: unknown): boolean =>
  answer !== null && typeof answer === 'object' && 'waitsForApproval' in answer && answer.waitsForApproval === true
