import type { notice } from '../../contract/index.ts'
import type { RowOf } from '@wattyard/resource'

export type NoticeRow = RowOf<typeof notice>

export const NOTICE_COLUMNS =
  'tenant_id, id, title, title_en, title_es, body, body_en, body_es, starts_at, ends_at, role_ids, office_ids, is_pinned, must_confirm, state, published_at, published_by'
