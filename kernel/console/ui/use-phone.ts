import { watchMedia } from './media-query.ts'

const usePhoneWidth = watchMedia('(max-width: 640px)')

/** Returns a phone held upright: cards instead of tables, menus instead of rows of buttons. */
export function useIsPhone(): boolean {
  return usePhoneWidth()
}
