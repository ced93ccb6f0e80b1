import { QuestionCircleOutlined } from '@ant-design/icons'
import { useContext } from 'react'
import { Link } from 'react-router'
import { linkToHelp } from '../module/help.ts'
import { TabContext } from '../module/tab.ts'
import { useWords } from '../words/use-words.ts'

/** Draws the "?" beside a page's title, which links to its help; nothing when no help is written. */
export function HelpLink() {
  const { t } = useWords()
  const to = linkToHelp(useContext(TabContext).key)
  if (to === undefined) return null
  return (
    <Link to={to} className="w-icon-button w-help-link w-no-print" aria-label={t('kit.help')} title={t('kit.help')}>
      <QuestionCircleOutlined />
    </Link>
  )
}
