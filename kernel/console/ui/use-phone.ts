import { watchMedia } from './media-query.ts'

const usePhoneWidth = watchMedia('(max-width: 640px)')

/** Returns whether the window is as narrow as an upright phone: cards instead of tables, menus instead of rows of buttons. */
export function useIsPhone(): boolean {
  return usePhoneWidth()
}
