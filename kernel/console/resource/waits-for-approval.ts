/** Whether a command has not been run yet, because another person has to agree first. */
export const waitsForApproval = (answer: unknown): boolean =>
  answer !== null && typeof answer === 'object' && 'waitsForApproval' in answer && answer.waitsForApproval === true
