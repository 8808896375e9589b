import { Center, Loader, Text } from '@mantine/core';

/** Something is being fetched or done, and what. */
export const Loading = ({ text }: { text: string }) => (
  <Center p="xl" role="status" style={{ gap: 12 }}>
    <Loader size="sm" aria-hidden />
    <Text c="dimmed">{text}</Text>
  </Center>
);
