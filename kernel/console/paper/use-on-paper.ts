import { watchMedia } from '../ui/media-query.ts'

const usePrint = watchMedia('print')

// Chromium counts the sheets before it tells that the medium is paper: what is drawn only then is cut off after the sheets of before.
if (typeof window !== 'undefined')
  for (const [event, isPaper] of [
    ['beforeprint', true],
    ['afterprint', false],
  ] as const)
    window.addEventListener(event, () => usePrint.setState(isPaper, true))

/** Returns whether the page is being printed: nobody unfolds paper, so what is folded for want of room stands open on it. */
export function useOnPaper(): boolean {
  return usePrint()
}
