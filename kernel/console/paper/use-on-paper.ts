import { watchMedia } from '../ui/media-query.ts'

const usePrint = watchMedia('print')

/** Returns whether the page is being printed: nobody unfolds paper, so what is folded for want of room stands open on it. */
export function useOnPaper(): boolean {
  return usePrint()
}
