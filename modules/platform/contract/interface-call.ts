export const CALL_DIRECTIONS = ['in', 'out'] as const
export const CALL_OUTCOMES = ['ok', 'refused', 'failed', 'timed-out'] as const
