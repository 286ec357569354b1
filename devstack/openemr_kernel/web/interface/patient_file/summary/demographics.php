<?php

/**
 * The stand-in's patient dashboard: the cards that modules bring, drawn through Twig as OpenEMR draws them.
 */

declare(strict_types=1);

if (isset($_GET['set_pid'])) {
    session_save_path(getenv('ARBITER_KERNEL_ROOT') . '/sessions');
    session_name('OpenEMR');
    session_start();
    $_SESSION['pid'] = (int) $_GET['set_pid'];
    session_write_close();
}
require_once __DIR__ . '/../../globals.php';

use OpenEMR\Common\Acl\AclMain;
use OpenEMR\Common\Database\QueryUtils;
use OpenEMR\Events\Core\TwigEnvironmentEvent;
use OpenEMR\Events\Patient\Summary\Card\SectionEvent;
use OpenEMR\Menu\PatientMenuEvent;
use Twig\Environment;
use Twig\Loader\FilesystemLoader;
use Twig\TwigFilter;

require_once '/usr/share/php/Twig/autoload.php';

$dispatcher = $GLOBALS['kernel']->getEventDispatcher();
$twig = new Environment(
    new FilesystemLoader([getenv('ARBITER_KERNEL_FOLDER') . '/templates']),
    ['autoescape' => false],
);
$twig->addFilter(new TwigFilter('text', text(...)));
$twig->addFilter(new TwigFilter('attr', attr(...)));
$dispatcher->dispatch(new TwigEnvironmentEvent($twig), TwigEnvironmentEvent::EVENT_CREATED);
$patient = QueryUtils::fetchRecords('SELECT fname, lname FROM patient_data WHERE pid = ?', [$pid])[0] ?? null;
$menu = $dispatcher->dispatch(new PatientMenuEvent([]), PatientMenuEvent::MENU_UPDATE)->getMenu();
header('Content-Type: text/html; charset=utf-8');
?>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="icon" href="data:,"><title>Dashboard</title>
  <link rel="stylesheet" href="<?php echo attr($GLOBALS['css_header']); ?>">
</head>
<body>
  <h1><?php echo text($patient === null ? 'No patient' : "{$patient['fname']} {$patient['lname']}"); ?></h1>
  <nav>
  <?php foreach ($menu as $item) { ?>
    <a href="<?php echo attr($item->url . ($item->pid === 'true' ? $pid : '')); ?>">
        <?php echo text($item->label); ?></a>
  <?php } ?>
  </nav>
<?php
foreach (['primary', 'secondary'] as $section) {
    foreach ($dispatcher->dispatch(new SectionEvent($section), SectionEvent::EVENT_HANDLE)->getCards() as $card) {
        if (!AclMain::aclCheckCore(...$card->getAcl())) {
            continue;
        }
        $view = [
            'title' => $card->getTitle(),
            'id' => $card->getIdentifier() . ($section === 'secondary' ? '_expand' : ''),
            'initiallyCollapsed' => !$card->isInitiallyCollapsed(),
            'card' => $card,
        ];
        echo $twig->render($card->getTemplateFile(), array_merge($card->getTemplateVariables(), $view));
    }
}
?>
</body>
</html>
