const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Returns a time that is left as minutes and seconds, `04:09`. */
export const leftText = (seconds: number): string => `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
