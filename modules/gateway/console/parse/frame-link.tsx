import { isOpenable, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'

const PAGE = '/console/MessageParsing'

/** Opens a stored frame in the message parser; nothing where the reader has no such page. */
export function FrameLink({ frame }: { frame: string }) {
  const { t } = useWords()
  if (!isOpenable(PAGE)) return null
  return <Link to={`${PAGE}?frame=${encodeURIComponent(frame)}`}>{t('gateway.parse.open')}</Link>
}
