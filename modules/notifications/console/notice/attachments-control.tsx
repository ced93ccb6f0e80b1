import { useQuery } from '@tanstack/react-query'
import { api, type ControlSlotProps, FileControl, Skeleton } from '@wattyard/console-kit'
import { noticeFileRules } from '../../contract/calls/notice.ts'

/** Draws the files of a notice within the tenant's rules. The definition only sets the upper limit for these rules. */
export function AttachmentsControl(props: ControlSlotProps) {
  const rules = useQuery({
    queryKey: ['notifications.notice', 'fileRules'],
    queryFn: ({ signal }) => api.call(noticeFileRules, {}, { signal, lane: 'page', quiet: true }),
  })
  // The server enforces the rules in any case; without them the limits of the definition apply.
  if (rules.isPending) return <Skeleton lines={1} />
  const { files, megabytes, kinds } = rules.data ?? {}
  const own = {
    ...(files === undefined ? {} : { max: files }),
    ...(megabytes === undefined ? {} : { megabytes }),
    ...(kinds === undefined ? {} : { accept: kinds }),
  }
  return <FileControl {...props} field={{ ...props.field, ...own }} />
}
