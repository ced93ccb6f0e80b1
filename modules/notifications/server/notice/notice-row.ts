import { notice } from '../../contract/index.ts'
import { columnsNamed, type RowIn } from '@wattyard/server-kit'

export const NOTICE_ROW = columnsNamed(
  notice,
  'tenant_id',
  'id',
  'title',
  'title_en',
  'title_es',
  'body',
  'body_en',
  'body_es',
  'attachments_file_ids',
  'starts_at',
  'ends_at',
  'role_ids',
  'office_ids',
  'is_pinned',
  'must_confirm',
  'state',
  'published_at',
  'published_by',
)

export type NoticeRow = RowIn<typeof NOTICE_ROW>

export const NOTICE_COLUMNS = Object.keys(NOTICE_ROW)
