import type { UsualType } from '@wattyard/resource'

/** Largest number of files per notice that a tenant can allow. */
export const MOST_FILES = 20

/** Setting of a tenant: number, size and types of a notice's files. */
export const NOTICE_FILES = 'notifications.noticeFiles'
export interface NoticeFileLimits {
  readonly files: number
  readonly megabytes: number
  readonly kinds: readonly UsualType[]
}
