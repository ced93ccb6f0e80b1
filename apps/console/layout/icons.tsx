import {
  AccountBookOutlined,
  ApiOutlined,
  AppstoreOutlined,
  DashboardOutlined,
  FundProjectionScreenOutlined,
  GiftOutlined,
  HddOutlined,
  HomeOutlined,
  LineChartOutlined,
  SettingOutlined,
  SunOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { Icon } from '@wattyard/pages'
import type { ReactNode } from 'react'

/** Drawing of each icon word of the registry. */
export const ICON: Readonly<Record<Icon, ReactNode>> = {
  'account-book': <AccountBookOutlined />,
  api: <ApiOutlined />,
  appstore: <AppstoreOutlined />,
  dashboard: <DashboardOutlined />,
  gift: <GiftOutlined />,
  hdd: <HddOutlined />,
  home: <HomeOutlined />,
  'line-chart': <LineChartOutlined />,
  screen: <FundProjectionScreenOutlined />,
  setting: <SettingOutlined />,
  sun: <SunOutlined />,
  thunderbolt: <ThunderboltOutlined />,
  tool: <ToolOutlined />,
  wallet: <WalletOutlined />,
}
