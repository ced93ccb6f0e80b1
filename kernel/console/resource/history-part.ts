import { lazyPart } from '../ui/lazy-part.tsx'

/** Draws the history of a record, for pages of their own inside a `ResourceFrame`; loaded when it is first shown. */
export const HistoryPart = lazyPart(async () => (await import('./history.tsx')).History)
