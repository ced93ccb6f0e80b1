/** Returns whether an answer means that the command has not run yet and waits for the approval of another person. */
export const waitsForApproval = (answer: unknown): boolean =>
  answer !== null && typeof answer === 'object' && 'waitsForApproval' in answer && answer.waitsForApproval === true
