import type { FileType } from '@wattyard/resource'

/** Most files of a notice that a tenant can allow. */
export const MOST_FILES = 20

/** Setting of a tenant: how many files a notice may have, how large each, and of which types. */
export const NOTICE_FILES = 'notifications.noticeFiles'
export interface NoticeFileLimits {
  readonly files: number
  readonly megabytes: number
  readonly kinds: readonly FileType[]
}
