import { lazyPart } from '@wattyard/console-kit'
import { useEffect } from 'react'
import { Onward } from '../routes/address.tsx'
import { useLostPath } from './lost-path.ts'

/** What `/404` shows, fetched by the few who get there. */
export const NotFound = lazyPart(async () => (await import('./not-found.tsx')).NotFound)

/** Leads an unknown address to `/404` (contract §2.1), which says what was not found. */
export function Lost({ path }: { path: string }) {
  useEffect(() => useLostPath.setState({ path }), [path])
  return <Onward to="/404" />
}
