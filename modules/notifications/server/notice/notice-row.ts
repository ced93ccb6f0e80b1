import type { NoticeState, NoticeText } from '../../contract/index.ts'
import type { Audience } from './audience.ts'

export interface NoticeRow extends Audience {
  tenant_id: string
  id: string
  title: string
  title_en: string | null
  title_es: string | null
  body: NoticeText
  body_en: NoticeText | null
  body_es: NoticeText | null
  starts_at: number | null
  ends_at: number | null
  is_pinned: boolean
  must_confirm: boolean
  state: NoticeState
  published_at: number | null
  published_by: string | null
}

export const NOTICE_COLUMNS =
  'tenant_id, id, title, title_en, title_es, body, body_en, body_es, starts_at, ends_at, role_ids, office_ids, is_pinned, must_confirm, state, published_at, published_by'
