/** Somebody of the tenant whom the caller may write to (contract §7.1, `/api/bbs/friend/list`). */
export interface Friend {
  id: string
  name: string
  loginName: string
  /** Up to two letters that stand for the person. */
  initials: string
  officeName: string
  postLabel: string
  /** Whether they were heard within the last five minutes. */
  online: boolean
}
